import readWorkbook from "read-excel-file/node";
import { expect, it } from "vitest";
import { xlsxOf } from "./xlsx";

it("xlsxOf writes figures as figures and texts as they are", async () => {
  const sheets = [
    {
      name: "Sold & <done>",
      columns: [
        { label: "Shop", kind: "text" as const },
        { label: "Sold", kind: "money" as const },
        { label: "Share", kind: "percent" as const },
      ],
      rows: [
        ['=1+1 "quoted" <b>', 1234.5, 10],
        ["Żółć & œuvre 🎁\u0001", -0.25, null],
      ],
      sums: ["Total", 1234.25, undefined],
    },
  ];
  expect(await readWorkbook(Buffer.from(xlsxOf(sheets)))).toEqual([
    {
      sheet: "Sold & <done>",
      data: [
        ["Shop", "Sold", "Share"],
        ['=1+1 "quoted" <b>', 1234.5, 10],
        ["Żółć & œuvre 🎁", -0.25, null],
        ["Total", 1234.25, null],
      ],
    },
  ]);
});
