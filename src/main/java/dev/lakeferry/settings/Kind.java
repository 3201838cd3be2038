package dev.lakeferry.settings;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** What a setting's text may look like, and the value that it stands for. */
sealed interface Kind {

  /** The value; throws IllegalArgumentException when the text is not of this kind. */
  Object parse(String text);

  /** What is expected, to follow “must be”. */
  String words();

  /** The value as a route's placeholder: lengths of time in ms, sizes in bytes. */
  default String placeholder(Object value) {
    return value.toString();
  }

  /** Free text of a given shape. */
  record Text(Pattern shape, String words) implements Kind {
    @Override
    public Object parse(String text) {
      if (!shape.matcher(text).matches()) {
        throw new IllegalArgumentException(words);
      }
      return text;
    }
  }

  /** A whole number; both ends are allowed. */
  record Whole(int least, int most) implements Kind {
    @Override
    public Object parse(String text) {
      int number = Integer.parseInt(text);
      if (number < least || number > most) {
        throw new IllegalArgumentException(words());
      }
      return number;
    }

    @Override
    public String words() {
      return most == Integer.MAX_VALUE
          ? "a whole number of at least " + least
          : "a whole number from " + least + " to " + most;
    }
  }

  /** A length of time. */
  record Time() implements Kind {
    @Override
    public Object parse(String text) {
      return Durations.parse(text);
    }

    @Override
    public String words() {
      return "a length of time with its unit: 500ms, 2s, 5m, 1h30m, 30d";
    }

    @Override
    public String placeholder(Object value) {
      return Long.toString(((Duration) value).toMillis());
    }
  }

  /** An amount of bytes. */
  record Size() implements Kind {
    @Override
    public Object parse(String text) {
      return Sizes.parse(text);
    }

    @Override
    public String words() {
      return "an amount of bytes with its unit: 512MB, 2GB, 5GiB";
    }
  }

  /** Yes or no. */
  record Flag() implements Kind {
    @Override
    public Object parse(String text) {
      return switch (text.toLowerCase(Locale.ROOT)) {
        case "true" -> true;
        case "false" -> false;
        default -> throw new IllegalArgumentException(words());
      };
    }

    @Override
    public String words() {
      return "true or false";
    }
  }

  /** A file or directory; a relative one lies below the program's home. */
  record Location() implements Kind {
    @Override
    public Object parse(String text) {
      return ProgramHome.resolve(Path.of(text));
    }

    @Override
    public String words() {
      return "a path, relative ones below the program's directory";
    }
  }

  /** A credential, which is never shown. */
  record Confidential() implements Kind {
    @Override
    public Object parse(String text) {
      return new Secret(text);
    }

    @Override
    public String words() {
      return "a secret";
    }
  }

  /** One of a few words, in upper or lower case. */
  record Choice(List<String> options) implements Kind {
    @Override
    public Object parse(String text) {
      return options.stream()
          .filter(option -> option.equalsIgnoreCase(text))
          .findAny()
          .orElseThrow(() -> new IllegalArgumentException(words()));
    }

    @Override
    public String words() {
      return "one of " + String.join(", ", options);
    }
  }

  /** The address of an object store. */
  record Endpoint() implements Kind {
    private static final Pattern PATHLESS = Pattern.compile("/?");

    @Override
    public Object parse(String text) {
      URI uri = URI.create(text);
      boolean web = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
      boolean bare =
          uri.getRawUserInfo() == null && uri.getRawQuery() == null && uri.getRawFragment() == null;
      if (!web || uri.getHost() == null || !bare || !PATHLESS.matcher(uri.getRawPath()).matches()) {
        throw new IllegalArgumentException(words());
      }
      return URI.create(uri.getScheme() + "://" + uri.getRawAuthority());
    }

    @Override
    public String words() {
      return "http:// or https:// with host and port only, such as http://localhost:19000";
    }
  }
}
