import readWorkbook from "read-excel-file/node";
import { expect, it } from "vitest";
import { xlsxOf } from "./xlsx";

it("xlsxOf: writes figures as numbers and texts unchanged", async () => {
  const sheets = [
    {
      name: "Sold & <done>",
      columns: [
        { label: "Shop", kind: "text" as const },
        { label: "Sold", kind: "money" as const },
        { label: "Share", kind: "percent" as const },
        { label: "When", kind: "moment" as const },
      ],
      rows: [
        ['=1+1 "quoted" <b>', 1234.5, 10, "2026-11-28T17:00:00Z"],
        ["Żółć & œuvre 🎁\u0001", -0.25, null, "2026-11-28"],
      ],
      sums: ["Total", 1234.25, undefined, undefined],
    },
  ];
  expect(await readWorkbook(Buffer.from(xlsxOf(sheets)))).toEqual([
    {
      sheet: "Sold & <done>",
      data: [
        ["Shop", "Sold", "Share", "When"],
        // In Toronto time, because spreadsheets have no time zones.
        ['=1+1 "quoted" <b>', 1234.5, 10, new Date("2026-11-28T12:00:00Z")],
        ["Żółć & œuvre 🎁", -0.25, null, new Date("2026-11-28T00:00:00Z")],
        ["Total", 1234.25, null, null],
      ],
    },
  ]);
});
