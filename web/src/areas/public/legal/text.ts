// What a legal text is once it is compiled: plain data, small to send and simple to draw. scripts/legal-text.ts makes it.

/** A run of text: plain, bold, or a link. */
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
