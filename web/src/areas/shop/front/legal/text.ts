// A compiled legal text as plain data. scripts/legal-text.ts generates it.

/** A text run: plain, bold or a link. */
export type Inline = string | { bold: string } | { link: string; label: string };

export type Block =
  | { kind: "heading"; id: string; text: string }
  | { kind: "paragraph"; content: Inline[] }
  | { kind: "list"; isOrdered: boolean; items: Inline[][] };

export interface LegalText {
  title: string;
  description: string;
  lead: string;
  /** Calendar date of the last change. */
  updated: string;
  blocks: Block[];
}
