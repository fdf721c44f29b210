import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { formValues } from "./formValues";

const schema = z.object({
  name: z.string(),
  share: z.string(),
  isOpen: z.boolean(),
  address: z.object({ city: z.string(), unit: z.string() }),
});

describe("formValues", () => {
  it("returns a record's fields as texts, never null, and no others", () => {
    const record = { id: "1", name: null, share: 5, isOpen: true, address: { city: "Ottawa", unit: null } };
    expect(formValues(schema, record)).toEqual({
      name: "",
      share: "5",
      isOpen: true,
      address: { city: "Ottawa", unit: "" },
    });
  });

  it("returns the initial values of a new record", () => {
    expect(formValues(schema, undefined, { share: "10" })).toEqual({
      name: "",
      share: "10",
      isOpen: false,
      address: { city: "", unit: "" },
    });
  });

  it("does not use initial values for a record", () => {
    const record = { name: "A", share: null, isOpen: false, address: { city: "", unit: "" } };
    expect(formValues(schema, record, { share: "10" }).share).toBe("");
  });
});
