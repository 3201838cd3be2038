package dev.lakeferry.page;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.ColorScheme;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;

/** Debian's Chromium, driven by Playwright; nothing is downloaded. */
final class Browser implements AutoCloseable {
  private static final Path CHROMIUM = Path.of("/usr/bin/chromium");
  private static final Path PICTURES = Path.of("target/screenshots");

  private final Playwright playwright;
  private final com.microsoft.playwright.Browser browser;

  private Browser(Playwright playwright, com.microsoft.playwright.Browser browser) {
    this.playwright = playwright;
    this.browser = browser;
  }

  /** Starts it; without Chromium the tests are left out. */
  static Browser start() {
    Assumptions.assumeTrue(
        Files.isExecutable(CHROMIUM),
        "The pages are not tried in a browser: apt-get install chromium");
    Playwright playwright =
        Playwright.create(
            new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
    return new Browser(
        playwright,
        playwright
            .chromium()
            .launch(
                new BrowserType.LaunchOptions()
                    .setExecutablePath(CHROMIUM)
                    .setArgs(List.of("--no-sandbox", "--disable-gpu"))));
  }

  /** A window of its own, with nothing remembered. */
  Page page(String address, ColorScheme scheme) {
    BrowserContext context =
        browser.newContext(
            new com.microsoft.playwright.Browser.NewContextOptions()
                .setBaseURL(address)
                .setColorScheme(scheme)
                .setViewportSize(1400, 900));
    context.setDefaultTimeout(30_000);
    return context.newPage();
  }

  /** A window that runs no script. */
  BrowserContext withoutScript(String address) {
    return browser.newContext(
        new com.microsoft.playwright.Browser.NewContextOptions()
            .setBaseURL(address)
            .setJavaScriptEnabled(false));
  }

  /** Keeps a picture of the whole page for people to look at. */
  static void picture(Page page, String name) {
    try {
      Files.createDirectories(PICTURES);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    page.screenshot(
        new Page.ScreenshotOptions().setPath(PICTURES.resolve(name + ".png")).setFullPage(true));
  }

  @Override
  public void close() {
    browser.close();
    playwright.close();
  }
}
