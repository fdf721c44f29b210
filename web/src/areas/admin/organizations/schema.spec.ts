import { describe, expect, it } from "vitest";
import { verdicts } from "@/shared/form/testing/verdicts";
import { organizationSchema } from "./schema";

describe("an organization type", () => {
  it.each([
    [{ name: "", description: "" }, { name: "Name field is required." }],
    [{ name: "Food banks", description: "" }, {}],
    [
      { name: "x".repeat(101), description: "x".repeat(1001) },
      {
        name: "Name has a maximum limit of 100 characters.",
        description: "Description has a maximum limit of 1000 characters.",
      },
    ],
  ])("%# has a name, and a description if somebody likes", (values, said) => {
    expect(verdicts(organizationSchema(), values)).toEqual(said);
  });
});
