import { describe, expect, it } from "vitest";
import { m } from "@/i18n";
import { PICTURE_ON_ITS_WAY } from "@/shared/form/richRules";
import { verdicts } from "@/shared/form/testing/verdicts";
import type { ResourceField } from "./declareResource";
import { schemaOf, valuesOf } from "./fields";

const fields = {
  name: { kind: "text", label: m.field_name, most: 10, start: "New" },
  slug: {
    kind: "text",
    label: m.categories_url_text,
    most: 10,
    isOptional: true,
    pattern: [/^[a-z]*$/, m.categories_url_text_wrong],
  },
  about: { kind: "area", label: m.field_description, most: 20, isOptional: true },
  day: { kind: "day", label: m.field_start_date },
  isOpen: { kind: "check", label: m.lists_active },
  logo: { kind: "picture", label: m.field_logo, of: "category" },
} satisfies Record<string, ResourceField>;

const fine = { name: "Food", slug: "food", about: "", day: "2026-07-01", isOpen: true, logo: "" };

describe("schemaOf", () => {
  it.each<[object, Record<string, string>]>([
    [{}, {}],
    [{ name: " " }, { name: "Name field is required." }],
    [{ name: "x".repeat(11) }, { name: "Name has a maximum limit of 10 characters." }],
    [{ slug: "" }, {}],
    [{ slug: "1" }, { slug: "Please use only letters, digits and hyphens here." }],
    [{ about: "x".repeat(21) }, { about: "Description has a maximum limit of 20 characters." }],
    [{ day: "" }, { day: "Start Date field is required." }],
    [{ logo: PICTURE_ON_ITS_WAY }, { logo: "The picture is still being uploaded." }],
  ])("reports for %j: %j", (change, said) => {
    expect(verdicts(schemaOf(fields), { ...fine, ...change })).toEqual(said);
  });
});

describe("valuesOf", () => {
  it("returns the initial values of a new record", () => {
    expect(valuesOf(fields)).toEqual({ name: "New", slug: "", about: "", day: "", isOpen: false, logo: "" });
  });

  it("returns the stored values, never null", () => {
    const stored = { id: "1", name: "Food", slug: null, day: "2026-07-01", isOpen: true, logo: "key" };
    expect(valuesOf(fields, stored)).toEqual({ ...fine, slug: "", logo: "key" });
  });
});
