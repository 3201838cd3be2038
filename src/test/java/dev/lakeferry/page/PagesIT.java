package dev.lakeferry.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import dev.lakeferry.overview.Seed;
import dev.lakeferry.state.Rows;
import dev.lakeferry.testing.TestLake;
import dev.lakeferry.testing.TestService;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The pages in Chromium, on the real service with one real registration and seeded rows. */
class PagesIT {
  private static final String REAL =
      "ducklake-register-data-imports-1-" + TestLake.SCHEMA_ID + "-job-1";

  private static final List<String> problems = Collections.synchronizedList(new ArrayList<>());

  private static TestLake lake;
  private static TestService service;
  private static Seed seed;
  private static Browser browser;
  private static String address;

  @BeforeAll
  static void begin() {
    browser = Browser.start();
    lake = new TestLake();
    service =
        new TestService(
            lake,
            Map.of(
                "LAKEFERRY_FRESHNESS_TARGET", "6h,team:3=30m",
                "LAKEFERRY_CLAIM_PERIOD", "500ms"));
    String folder = "invoices__query_1764480000_0a1b2c3d";
    for (int i = 0; i < 5; i++) {
      lake.prepare(folder, "part-" + i + ".parquet", "SELECT range AS id FROM range(1000)");
    }
    service.submit(lake.completion("job-1", folder));
    service.ended(REAL);
    seed = new Seed(service.state());
    seedRows();
    var at = service.service().httpAddress().orElseThrow();
    address = "http://127.0.0.1:" + at.getPort();
  }

  private static void seedRows() {
    String[] names = {"charges", "customers", "refunds", "payouts", "disputes", "public.users"};
    for (int team = 2; team <= 4; team++) {
      for (int i = 0; i < names.length; i++) {
        String id = "schema-" + team + "-" + i;
        seed.schema(team, id, "source-" + team + "-" + i % 2, names[i], 20 + 7 * i);
        seed.ended(Seed.REGISTER, team, id, "job-0", "completed", 400 + i);
        seed.ended(
            Seed.REGISTER, team, id, "job-1", i == 1 && team == 3 ? "failed" : "completed", 15 + i);
        seed.ended(Seed.COPY, team, id, "job-1", i == 2 ? "completed" : "skipped", 14 + i);
      }
    }
    seed.schema(4, "paused", "source-4-1", "archive", 9_000);
    Rows.change(
        service.state(), "UPDATE source_schema SET should_sync = false WHERE id = 'paused'");
    seed.schema(4, "<script>alert(1)</script>", "source-4-1", "<img src=x onerror=alert(2)>", 5);
    seed.ended(Seed.MODEL, 4, "monthly_revenue", "job-1", "completed", 700);
    seed.ended(Seed.MODEL, 4, "churn", "job-1", "stale", 12);
  }

  @BeforeEach
  void forget() {
    problems.clear();
  }

  @AfterAll
  static void end() {
    if (service != null) {
      service.close();
      lake.close();
    }
    if (browser != null) {
      browser.close();
    }
  }

  /** A window that fails the test where a page logs an error or asks another server. */
  private static Page window(ColorScheme scheme) {
    Page page = browser.page(address, scheme);
    page.onConsoleMessage(
        message -> {
          // A page that is left ends its requests, which htmx tells.
          if (message.type().equals("error") && !message.text().startsWith("htmx:")) {
            problems.add(message.text());
          }
        });
    page.onRequest(
        request -> {
          if (!request.url().startsWith(address)) {
            problems.add("asked " + request.url());
          }
        });
    page.onDialog(dialog -> problems.add("dialog " + dialog.message()));
    return page;
  }

  private static Locator link(Page page, String name) {
    return page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName(name).setExact(true));
  }

  private static Locator field(Page page, String label) {
    return page.locator(
        "form.filter label:has-text('%s') input, form.filter label:has-text('%s') select"
            .formatted(label, label));
  }

  @Test
  void theWalkFromTheOverviewToARunAndBack() {
    Page page = window(ColorScheme.LIGHT);
    page.navigate("/");
    assertThat(page.locator("h1")).hasText("Data Ops");
    assertThat(page.locator("tbody tr").first().locator(".chip")).hasText("Needs attention");
    Browser.picture(page, "overview-light");

    field(page, "Search").fill("refunds");
    assertThat(page.locator("tbody tr")).hasCount(3);
    assertThat(page).hasURL(java.util.regex.Pattern.compile(".*[?&]q=refunds.*"));
    Browser.picture(page, "overview-filtered");

    link(page, "Reset").click();
    field(page, "State").selectOption("needs_attention");
    assertThat(page.locator("tbody tr")).hasCount(1);
    link(page, "customers").click();
    assertThat(page.locator("h1")).containsText("customers");
    assertThat(page.locator(".error")).containsText("It failed; the live table stays.");
    Browser.picture(page, "run-failed");

    page.goBack();
    assertThat(page.locator("tbody tr")).hasCount(1);
    assertThat(field(page, "State")).hasValue("needs_attention");
    Assertions.assertThat(problems).isEmpty();
  }

  @Test
  void aRealRunShowsItsStagesVerificationAndTable() {
    Page page = window(ColorScheme.LIGHT);
    page.navigate(Links.run(REAL));
    assertThat(page.locator("#live .chip").first()).hasText("completed");
    assertThat(page.locator(".stages li")).not().hasCount(0);
    assertThat(page.getByRole(AriaRole.REGION, new Page.GetByRoleOptions().setName("Verification")))
        .containsText("row_count");
    Browser.picture(page, "run-completed");

    link(page, "insights_data_imports_team_1.stripe_prod_invoices").click();
    assertThat(page.locator("h1")).hasText("stripe_prod_invoices");
    assertThat(page.locator("tbody tr")).hasCount(5);
    Browser.picture(page, "table");

    link(page, "Lake").first().click();
    assertThat(page.locator("table").first()).containsText("stripe_prod_invoices");
    Browser.picture(page, "lake");
    Assertions.assertThat(problems).isEmpty();
  }

  @Test
  void progressMovesByItselfAndStopsWhenTheRunHasEnded() {
    seed.schema(7, "moving", "source-7", "events", 1);
    String run = seed.run(Seed.REGISTER, 7, "moving", "job-1", "completed", 1);
    long attempt = seed.attempt(run, "running", 1);
    Rows.change(
        service.state(),
        """
        UPDATE workflow_run
        SET state = 'running', outcome = NULL, picked_by = 'elsewhere',
          lease_until = now() + interval '1 hour'
        WHERE id = ?
        """,
        run);
    Rows.change(
        service.state(),
        """
        UPDATE managed_warehouse_source_job
        SET stage = 'land', stage_started_at = now() - interval '40 seconds', objects_total = 400,
          objects_done = 100, bytes_done = 25000000000, stage_millis = '{"plan": 1200}',
          rows = NULL, files = NULL, bytes = NULL, snapshot_id = NULL, owner = 'elsewhere'
        WHERE id = ?
        """,
        attempt);
    Page page = window(ColorScheme.DARK);
    page.navigate(Links.run(run));
    assertThat(page.locator(".progress")).containsText("100 of 400 objects · 25.0 GB");
    assertThat(page.locator(".progress")).containsText("left");
    Browser.picture(page, "run-running-dark");

    Rows.change(
        service.state(),
        "UPDATE managed_warehouse_source_job SET objects_done = 300 WHERE id = ?",
        attempt);
    assertThat(page.locator(".progress")).containsText("300 of 400 objects");

    Rows.change(
        service.state(),
        """
        UPDATE managed_warehouse_source_job
        SET status = 'completed', finished_at = now(), objects_done = 400
        WHERE id = ?
        """,
        attempt);
    Rows.change(
        service.state(),
        """
        UPDATE workflow_run
        SET state = 'done', outcome = 'completed', picked_by = NULL, lease_until = NULL
        WHERE id = ?
        """,
        run);
    assertThat(page.locator("#live .chip").first()).hasText("completed");
    assertThat(page.locator("#live[hx-get]")).hasCount(0);
    Assertions.assertThat(problems).isEmpty();
  }

  @Test
  void textsHoldTheirContrastInLightAndDark() {
    for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
      Page page = window(scheme);
      for (String path :
          List.of(
              "/",
              "/?alert=late",
              "/teams/4",
              "/runs",
              "/runs?state=due",
              Links.run(REAL),
              "/lake")) {
        page.navigate(path);
        Assertions.assertThat(Contrast.tooLow(page)).as(path + " " + scheme).isEmpty();
      }
      page.navigate("/");
      Browser.picture(page, "overview-" + scheme.name().toLowerCase(java.util.Locale.ROOT));
      page.navigate("/runs");
      Browser.picture(page, "runs-" + scheme.name().toLowerCase(java.util.Locale.ROOT));
      page.navigate("/teams/4");
      Browser.picture(page, "team-" + scheme.name().toLowerCase(java.util.Locale.ROOT));
    }
    Assertions.assertThat(problems).isEmpty();
  }

  @Test
  void everythingIsReachedByKeyboard() {
    Page page = window(ColorScheme.LIGHT);
    page.navigate("/");
    page.keyboard().press("Tab");
    assertThat(page.locator(":focus")).hasText("Skip to content");
    page.keyboard().press("Enter");
    assertThat(page.locator("main")).isFocused();
    page.keyboard().press("Tab");
    assertThat(field(page, "Search")).isFocused();
    page.keyboard().type("disputes");
    page.keyboard().press("Enter");
    assertThat(page.locator("tbody tr")).hasCount(3);
    assertThat(field(page, "Search")).isFocused();
    String outline =
        (String) page.evaluate("() => getComputedStyle(document.activeElement).outlineStyle");
    Assertions.assertThat(outline).isEqualTo("solid");
    page.locator("tbody a").first().focus();
    page.keyboard().press("Enter");
    assertThat(page.locator("h1")).containsText("disputes");
    Assertions.assertThat(problems).isEmpty();
  }

  @Test
  void aFailedRunIsRetriedAndADueOneCancelledFromItsPage() {
    seed.schema(8, "again", "source-8", "orders", 1);
    String run = seed.ended("ducklake-copy.data-elsewhere", 8, "again", "job-1", "failed", 1);
    Page page = window(ColorScheme.LIGHT);
    page.navigate(Links.run(run));
    button(page, "Retry").click();
    assertThat(page.locator("#live .chip").first()).hasText("due");
    assertThat(page.locator("main")).containsText("It waits for a free worker");

    button(page, "Cancel run").click();
    assertThat(page.locator("#live .chip").first()).hasText("failed");
    assertThat(page.locator(".error").first()).containsText("Cancelled by local");
    assertThat(page.locator(".earlier")).hasCount(1);
    Browser.picture(page, "run-cancelled");
    Assertions.assertThat(
            Rows.column(
                service.state(),
                String.class,
                "SELECT action FROM audit_log WHERE subject = ? ORDER BY id",
                run))
        .containsExactly("retry", "cancel");
    Assertions.assertThat(problems).isEmpty();
  }

  @Test
  void aTableIsHeldAndReleasedFromItsPage() {
    Page page = window(ColorScheme.LIGHT);
    page.navigate(Links.table("insights_data_imports_team_1.stripe_prod_invoices"));
    page.getByText("Hold table …").click();
    page.getByLabel("Why").fill("<b>month end</b>");
    button(page, "Hold table").click();
    assertThat(page.locator(".notice")).containsText("On hold.");
    assertThat(page.locator(".notice")).containsText("<b>month end</b>");
    Browser.picture(page, "table-held");
    page.navigate("/teams/1");
    assertThat(page.locator("tbody .flag").first()).hasText("on hold");

    page.navigate(Links.run(REAL));
    button(page, "Release table").click();
    assertThat(page.locator("h1")).containsText("invoices");
    assertThat(page.locator(".notice")).hasCount(0);
    Assertions.assertThat(problems).isEmpty();
  }

  @Test
  void whatIsNotThereIsToldAsAPage() {
    Page page = browser.page(address, ColorScheme.LIGHT);
    var response = page.navigate("/runs/no-such-run");
    Assertions.assertThat(response.status()).isEqualTo(404);
    assertThat(page.locator("main")).containsText("There is no such run.");
    Assertions.assertThat(page.navigate("/teams/999").status()).isEqualTo(404);
    Assertions.assertThat(page.navigate("/?state=odd").status()).isEqualTo(400);
    assertThat(page.locator("main")).containsText("must be one of needs_attention");
    Browser.picture(page, "problem");
  }

  private static Locator button(Page page, String name) {
    return page.getByRole(
        AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
  }

  @Test
  void theRoutesAreShownWithTheirFileAndState() {
    Page page = window(ColorScheme.DARK);
    page.navigate("/routes");
    assertThat(page.locator("tbody tr:has-text('claim.camel.yaml')").first())
        .containsText("Started");
    assertThat(page.locator(".notice")).containsText("As started.");
    Assertions.assertThat(Contrast.tooLow(page)).isEmpty();
    Browser.picture(page, "routes-dark");
    Assertions.assertThat(problems).isEmpty();
  }

  @Test
  void namesFromOutsideAreTextOnThePage() {
    Page page = window(ColorScheme.LIGHT);
    page.navigate("/?q=%3Cimg");
    assertThat(page.locator("tbody tr")).hasCount(1);
    assertThat(page.locator("tbody td.wide")).containsText("<img src=x onerror=alert(2)>");
    assertThat(page.locator("main img, main script")).hasCount(0);
    Assertions.assertThat(problems).isEmpty();
  }

  @Test
  void itWorksWithoutScript() {
    var context = browser.withoutScript(address);
    Page page = context.newPage();
    page.navigate("/");
    field(page, "State").selectOption("sync_paused");
    page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Filter")).click();
    assertThat(page.locator("tbody tr")).hasCount(1);
    assertThat(page.locator("tbody")).containsText("archive");
  }
}
