package dev.lakeferry.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class ReportTest {

  private static Series series(Contender contender, double... seconds) {
    return new Series(
        contender, DoubleStream.of(seconds).mapToObj(one -> new Took(one, one)).toList());
  }

  private static Contender.Turn none() {
    return round -> new Took(0, 0);
  }

  private static Report report(Series... series) {
    return new Report("scenario", "about", Map.of(), List.of(series));
  }

  private static final Series FLOOR = series(Contender.floor("floor", none()), 1, 2, 30);

  @Test
  void aLimitIsHeldByTheMedian() {
    assertThat(report(FLOOR, series(Contender.limited("it", 1.1, none()), 1, 2.2, 99)).met())
        .isTrue();
    assertThat(report(FLOOR, series(Contender.limited("it", 1.1, none()), 1, 2.21, 3)).met())
        .isFalse();
  }

  @Test
  void nobodyMayBeSlowerThanAPeer() {
    Series it = series(Contender.limited("it", 2, none()), 3);

    assertThat(report(FLOOR, it, series(Contender.peer("peer", none()), 3.1)).met()).isTrue();
    assertThat(report(FLOOR, it, series(Contender.peer("peer", none()), 2.9)).met()).isFalse();
  }

  @Test
  void whereThereIsNoFloorATimeIsTheLimit() {
    assertThat(report(series(Contender.within("it", 0.05, none()), 0.04, 0.05)).met()).isTrue();
    assertThat(report(series(Contender.within("it", 0.05, none()), 0.06)).met()).isFalse();
    assertThat(report(FLOOR, series(Contender.shown("it", none()), 99)).met()).isTrue();
  }

  @Test
  void theTableTellsWhetherAllIsMet() {
    String table = report(FLOOR, series(Contender.limited("it", 1.1, none()), 4)).table();

    assertThat(table).contains("floor", "it", "1.10", "NOT MET");
  }
}
