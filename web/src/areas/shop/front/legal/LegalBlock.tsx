import { Link } from "react-router";
import { brand } from "@/brands/current";
import type { Block, Inline } from "./text";

const facts: Record<string, string> = {
  brand: brand.name,
  company: brand.company.name,
  address: brand.company.addressLines.join(", "),
  phone: brand.company.phone.shown,
  email: brand.company.email,
  privacyOfficer: brand.company.privacyOfficer,
  privacyEmail: brand.company.privacyEmail,
};

/** Replaces placeholders such as `{phone}` with the company's data. */
export function fillIn(text: string): string {
  return text.replaceAll(/\{(\w+)\}/g, (room, name: string) => facts[name] ?? room);
}

function Run({ inline }: { inline: Inline }) {
  if (typeof inline === "string") return fillIn(inline);
  if ("bold" in inline) return <strong>{fillIn(inline.bold)}</strong>;
  const target = fillIn(decodeURI(inline.link));
  const label = fillIn(inline.label);
  return target.startsWith("/") ? <Link to={target}>{label}</Link> : <a href={target}>{label}</a>;
}

function Runs({ content }: { content: Inline[] }) {
  return content.map((inline, position) => <Run key={position} inline={inline} />);
}

export function LegalBlock({ block }: { block: Block }) {
  if (block.kind === "heading") {
    return (
      <h2 id={block.id} className="scroll-mt-24 pt-6 text-xl first:pt-2 print:break-after-avoid">
        {fillIn(block.text)}
      </h2>
    );
  }
  if (block.kind === "paragraph") {
    return (
      <p>
        <Runs content={block.content} />
      </p>
    );
  }
  const List = block.isOrdered ? "ol" : "ul";
  return (
    <List className={`grid gap-2 pl-6 ${block.isOrdered ? "list-decimal" : "list-disc"}`}>
      {block.items.map((item, position) => (
        <li key={position}>
          <Runs content={item} />
        </li>
      ))}
    </List>
  );
}
