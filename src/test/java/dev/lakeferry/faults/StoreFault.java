package dev.lakeferry.faults;

import java.nio.charset.StandardCharsets;

/** What the store does instead of answering a request as it should. */
public sealed interface StoreFault {
  /** Answers by itself. */
  record Answer(int status, String body) implements StoreFault {
    public static Answer error(int status, String code) {
      return new Answer(
          status,
          """
          <?xml version="1.0" encoding="UTF-8"?>
          <Error><Code>%s</Code><Message>Told by the fault suite.</Message><RequestId>F1</RequestId></Error>"""
              .formatted(code));
    }

    byte[] bytes() {
      byte[] content = body.getBytes(StandardCharsets.UTF_8);
      String head =
          "HTTP/1.1 %d Fault\r\ncontent-type: application/xml\r\ncontent-length: %d\r\nconnection: close\r\n\r\n"
              .formatted(status, content.length);
      return (head + body).getBytes(StandardCharsets.UTF_8);
    }
  }

  /** Lets the request through, and resets the connection after so many bytes of the answer. */
  record CutAnswer(int bytes) implements StoreFault {}

  /** Lets the request wait until the fault is over, and then through. */
  record Wait() implements StoreFault {}
}
