import { afterEach, describe, expect, it, vi } from "vitest";
import { renderIn } from "@/i18n";
import { formatMoney, formatPercent, formatPrice, formatPriceRange } from "@/lib/money";

/** French separates the symbol with a non-breaking space, narrow or full. */
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, " ");

afterEach(() => renderIn("en"));

describe("money formats", () => {
  it("follow Canadian English", () => {
    renderIn("en");
    expect(formatMoney(1234.5)).toBe("$1,234.50");
    expect(formatPrice(25)).toBe("$25");
    expect(formatPrice(2.5)).toBe("$2.50");
    expect(formatPercent(10)).toBe("10%");
    expect(formatPriceRange([25, 50, 100])).toBe("$25 – $100");
    expect(formatPriceRange([25])).toBe("$25");
    expect(formatPriceRange([])).toBe("");
  });

  it("create one formatter for all amounts of a table", () => {
    formatMoney(1);
    const create = vi.spyOn(Intl, "NumberFormat");
    for (const amount of [1, 2.5, 300]) formatMoney(amount);
    expect(create).not.toHaveBeenCalled();
    create.mockRestore();
  });

  it("follow Canadian French", () => {
    renderIn("fr");
    expect(plain(formatMoney(1234.5))).toBe("1 234,50 $");
    expect(plain(formatPrice(25))).toBe("25 $");
    expect(plain(formatPrice(2.5))).toBe("2,50 $");
    expect(plain(formatPercent(10))).toBe("10 %");
    expect(plain(formatPriceRange([25, 100]))).toBe("25–100 $");
  });
});
