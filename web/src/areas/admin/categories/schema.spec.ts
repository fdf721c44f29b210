import { describe, expect, it } from "vitest";
import { PICTURE_ON_ITS_WAY } from "@/shared/form/richRules";
import { verdicts } from "@/shared/form/testing/verdicts";
import { categorySchema, newCategory, type CategoryValues } from "./schema";

const food: CategoryValues = { ...newCategory, text: "Food & drink", urlText: "Food-2" };

const tooLong = "x".repeat(101);

describe("a category", () => {
  it.each<[Partial<CategoryValues>, Record<string, string>]>([
    [{}, {}],
    [{ text: " " }, { text: "Name field is required." }],
    [{ text: tooLong }, { text: "Name has a maximum limit of 100 characters." }],
    [{ popularName: tooLong }, { popularName: "Popular Name has a maximum limit of 100 characters." }],
    [{ urlText: "" }, {}],
    [{ urlText: tooLong }, { urlText: "URL Text has a maximum limit of 100 characters." }],
    [{ urlText: "food & drink" }, { urlText: "Please use only letters, digits and hyphens here." }],
    [{ urlText: "éclairs" }, { urlText: "Please use only letters, digits and hyphens here." }],
    [{ logoPath: "abc" }, {}],
    [{ logoPath: PICTURE_ON_ITS_WAY }, { logoPath: "The picture is still being uploaded." }],
  ])("with %j says %j", (change, said) => {
    expect(verdicts(categorySchema(), { ...food, ...change })).toEqual(said);
  });
});
