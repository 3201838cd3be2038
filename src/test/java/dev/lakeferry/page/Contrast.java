package dev.lakeferry.page;

import com.microsoft.playwright.Page;
import java.util.List;

/** Which texts of a page fall short of WCAG AA's contrast, from what the browser computed. */
final class Contrast {
  private static final String SCRIPT =
      """
      () => {
        const parse = text => {
          const parts = text.match(/[\\d.]+/g).map(Number);
          return { r: parts[0], g: parts[1], b: parts[2], a: parts.length > 3 ? parts[3] : 1 };
        };
        const light = c => {
          const one = v => { v /= 255; return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; };
          return 0.2126 * one(c.r) + 0.7152 * one(c.g) + 0.0722 * one(c.b);
        };
        const ground = element => {
          for (let e = element; e; e = e.parentElement) {
            const c = parse(getComputedStyle(e).backgroundColor);
            if (c.a === 1) return c;
            if (c.a > 0) throw new Error('half transparent ground');
          }
          return { r: 255, g: 255, b: 255, a: 1 };
        };
        const short = [];
        let seen = 0;
        for (const e of document.querySelectorAll('body *')) {
          const own = [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim());
          const field = e.matches('input:not([type=hidden]):not([type=checkbox]), select');
          if (!(own || field) || e.closest('svg, .visually-hidden, .skip, option')) continue;
          if (!e.checkVisibility()) continue;
          const style = getComputedStyle(e);
          const a = light(parse(style.color)), b = light(ground(e));
          const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
          const size = parseFloat(style.fontSize);
          const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
          seen++;
          if (ratio < (large ? 3 : 4.5)) {
            short.push(e.tagName + '.' + e.className + ' "' + (e.textContent || '').trim().slice(0, 30) + '" ' + ratio.toFixed(2));
          }
        }
        if (seen < 10) throw new Error('only ' + seen + ' texts seen');
        return short;
      }
      """;

  private Contrast() {}

  @SuppressWarnings("unchecked")
  static List<String> tooLow(Page page) {
    return (List<String>) page.evaluate(SCRIPT);
  }
}
