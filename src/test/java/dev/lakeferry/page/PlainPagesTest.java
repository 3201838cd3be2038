package dev.lakeferry.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lakeferry.lake.CatalogContents.SizePoint;
import dev.lakeferry.overview.OverviewFilter;
import dev.lakeferry.overview.Readiness;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlainPagesTest {
  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

  @Test
  void aLinkLeadsToARunWhateverItsIdHolds() {
    assertThat(Links.run("a-1")).isEqualTo("/runs/a-1");
    assertThat(Links.run("a b&c?ü")).isEqualTo("/runs/a%20b%26c%3F%C3%BC");
    assertThat(Links.run("a/../b")).isEqualTo("/run?id=a%2F..%2Fb");
    assertThat(Links.act("a/b", "retry")).isEqualTo("/run/retry?id=a%2Fb");
    assertThat(Links.hold("s.t", "hold", "r&1"))
        .isEqualTo("/table/hold?schema=s&table=t&run=r%261");
  }

  @Test
  void aCommitOfTheServiceLeadsToItsRun() {
    assertThat(Links.committed("ducklake-copy-data-imports-1-a-b attempt 2"))
        .isEqualTo("/runs/ducklake-copy-data-imports-1-a-b");
    assertThat(Links.committed("by hand, attempt 2")).isNull();
    assertThat(Links.committed(null)).isNull();
  }

  @Test
  void aFilterStaysInTheLinksOfItsPages() {
    OverviewFilter filter = new OverviewFilter("a&b", 7L, Readiness.WAITING, null, "late");

    assertThat(Links.overview(filter, 2))
        .isEqualTo("/?q=a%26b&team=7&state=waiting&alert=late&page=2");
    assertThat(Links.overview("/teams/7", filter, 1))
        .isEqualTo("/teams/7?q=a%26b&state=waiting&alert=late");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0 B",
    "999, 999 B",
    "1000, 1.0 kB",
    "123456, 123 kB",
    "25000000000, 25.0 GB",
    "9223372036854775807, 9.2 EB"
  })
  void bytesAreToldInTheirLargestUnit(long bytes, String text) {
    assertThat(Show.bytes(bytes)).isEqualTo(text);
  }

  @Test
  void timesAreToldFromNowOn() {
    assertThat(Show.ago(NOW.minusSeconds(90), NOW)).isEqualTo("1 min 30 s ago");
    assertThat(Show.ago(NOW.plusSeconds(90), NOW)).isEqualTo("in 1 min 30 s");
    assertThat(Show.ago(NOW, NOW)).isEqualTo("just now");
    assertThat(Show.ago(null, NOW)).isEqualTo(Show.NOTHING);
    assertThat(Show.exact(NOW)).isEqualTo("2026-01-02 03:04:05 UTC");
  }

  @Test
  void aPlotStepsFromSnapshotToSnapshot() {
    Plot plot =
        Plot.of(
            List.of(
                new SizePoint(1, NOW, 50, 1),
                new SizePoint(2, NOW.plusSeconds(50), 100, 2),
                new SizePoint(3, null, 7, 2),
                new SizePoint(4, NOW.plusSeconds(100), 0, 0)));

    assertThat(plot.line())
        .isEqualTo("M0.0,120.0 L0.0,62.0 L300.0,62.0 L300.0,4.0 L600.0,4.0 L600.0,120.0");
    assertThat(plot.top()).isEqualTo(100);
    assertThat(plot.points()).isEqualTo(3);
  }

  @Test
  void oneSnapshotIsNoPlot() {
    assertThat(Plot.of(List.of()).drawn()).isFalse();
    assertThat(Plot.of(List.of(new SizePoint(1, NOW, 50, 1))).drawn()).isFalse();
  }
}
