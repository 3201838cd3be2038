package dev.lakeferry.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UsersFileTest {
  @TempDir private Path directory;

  private Path path() {
    return directory.resolve("deep/users");
  }

  @Test
  void aUserIsReadAsItWasPutAndThePasswordIsNotInTheFile() throws Exception {
    UsersFile file = new UsersFile(path());
    file.put(User.of("alice@example.com", Set.of(Access.READ), "correct horse".toCharArray()));

    User user = file.read().get("alice@example.com");
    assertThat(user.may()).containsExactly(Access.READ);
    PasswordHash hash = PasswordHash.parse(user.passwordHash());
    assertThat(hash.rounds()).isEqualTo(600_000);
    assertThat(hash.matches("correct horse".toCharArray())).isTrue();
    assertThat(hash.matches("correct hors".toCharArray())).isFalse();
    assertThat(Files.readString(path())).doesNotContain("horse");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path())))
        .isEqualTo("rw-------");
    assertThat(user.toString()).doesNotContain("pbkdf2");
  }

  @Test
  void aLineThatIsWrongIsNamed() throws Exception {
    Path file = Files.writeString(directory.resolve("users"), "# who\n\nalice:read:plain\n");

    assertThatIllegalStateException()
        .isThrownBy(() -> new UsersFile(file).read())
        .withMessageContaining("line 3")
        .withMessageNotContaining("plain");
    Files.writeString(file, "alice:admin:pbkdf2-sha256$1000$AAAAAAAA$x\n");
    assertThatIllegalStateException()
        .isThrownBy(() -> new UsersFile(file).read())
        .withMessageContaining("'admin'");
  }

  @Test
  void aFileThatIsNotUtf8IsToldSo() throws Exception {
    Path file = Files.write(directory.resolve("users"), new byte[] {(byte) 0xff, (byte) 0xfe, 0});

    assertThatIllegalStateException()
        .isThrownBy(() -> new UsersFile(file).read())
        .withMessageContaining("is not UTF-8");
  }

  @Test
  void nobodysPasswordIsNoPassword() {
    PasswordHash nobody = PasswordHash.ofNobody();

    assertThat(nobody.rounds()).isEqualTo(600_000);
    assertThat(nobody.matches("nobody".toCharArray())).isFalse();
  }

  @Test
  void aFileThatIsNotThereTellsHowToMakeIt() {
    assertThatIllegalStateException()
        .isThrownBy(() -> new UsersFile(path()).read())
        .withMessageContaining("bin/lakeferry user add");
  }
}
