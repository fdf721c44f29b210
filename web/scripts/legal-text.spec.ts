import { describe, expect, it } from "vitest";
import { compileLegalText } from "./legal-text.ts";

const facts = "---\ntitle: T\ndescription: D\nlead: L\nupdated: 2026-01-01\n---\n";

const withCauses = { name: "FunRay", hasCauses: true };
const plain = { name: "RayZR", hasCauses: false };

describe("compiled legal text", () => {
  it("is compiled to data", () => {
    const body = "## Où? L’été\n\nOne **two** [three](/four).\n\n- a\n- **b** c\n\n1. d\n";
    expect(compileLegalText(facts + body, withCauses, "en")).toEqual({
      title: "T",
      description: "D",
      lead: "L",
      updated: "2026-01-01",
      blocks: [
        { kind: "heading", id: "ou-l-ete", text: "Où? L’été" },
        {
          kind: "paragraph",
          content: ["One ", { bold: "two" }, " ", { link: "/four", label: "three" }, "."],
        },
        { kind: "list", isOrdered: false, items: [["a"], [{ bold: "b" }, " c"]] },
        { kind: "list", isOrdered: true, items: [["d"]] },
      ],
    });
  });

  it("contains only its brand's passages and facts", () => {
    const source = facts.replace("title: T", ":::causes\ntitle: F\n:::\n:::plain\ntitle: R\n:::");
    const body = "- a\n:::causes\n- b\n:::\n- c\n";
    const text = compileLegalText(source + body, plain, "en");
    expect(text.title).toBe("R");
    expect(text.blocks).toEqual([{ kind: "list", isOrdered: false, items: [["a"], ["c"]] }]);
  });

  it("keeps French punctuation on the line of its word", () => {
    const source = facts.replace("lead: L", "lead: Le taux : juste");
    const text = compileLegalText(`${source}Le « taux » : 10 % de 25 dollars.`, withCauses, "fr");
    expect(text.lead).toBe("Le taux\u00a0: juste");
    expect(text.blocks).toEqual([
      { kind: "paragraph", content: ["Le «\u00a0taux\u00a0»\u00a0: 10\u00a0% de 25\u00a0dollars."] },
    ]);
  });

  it.each([
    ["an open passage", `${facts}:::causes\ntext`, /never closed/],
    ["a passage closed twice", `${facts}:::\n:::causes`, /Unpaired fence/],
    ["a passage in a passage", `${facts}:::causes\n:::plain\n:::`, /Unpaired fence/],
    ["a missing fact", facts.replace("lead: L\n", ""), /says its lead/],
    ["no facts", "## Title", /begins with its facts/],
    ["raw HTML", `${facts}<script>alert(1)</script>`, /no html/],
    ["a picture", `${facts}![a](b.png)`, /no image/],
    ["a third level of headings", `${facts}### deep`, /two marks/],
  ])("refuses %s", (_name, source, complaint) => {
    expect(() => compileLegalText(source, withCauses, "en")).toThrow(complaint);
  });
});
