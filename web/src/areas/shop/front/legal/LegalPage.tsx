// Page of a legal or informational text: title, table of contents and body. Designed for phones and for printing.
import type { ReactNode } from "react";
import { brand } from "@/brands/current";
import { getLocale, m } from "@/i18n";
import { Figures } from "@/features/catalogue/Figures";
import { formatCalendarDate } from "@/lib/dates";
import { Page } from "@/shared/page/Page";
import { PageHeading } from "@/shared/page/PageHeading";
import { fillIn, LegalBlock } from "./LegalBlock";
import type { LegalText } from "./text";
import { loadLegalText, type LegalTextName } from "./texts";

type Heading = { id: string; text: string };

function Contents({ headings }: { headings: Heading[] }) {
  return (
    <ol className="grid gap-1">
      {headings.map(({ id, text }) => (
        <li key={id}>
          <a
            href={`#${id}`}
            className="block rounded-control px-3 py-2 text-ink-soft no-underline hover:bg-surface-quiet hover:text-ink"
          >
            {fillIn(text)}
          </a>
        </li>
      ))}
    </ol>
  );
}

/** The children appear between the introduction and the text. */
function LegalPage({ text, children }: { text: LegalText; children?: ReactNode }) {
  const headings = text.blocks.filter((block) => block.kind === "heading");
  return (
    <Page title={text.title} description={fillIn(text.description)}>
      <div className="page grid gap-8 py-10 md:py-16 lg:grid-cols-[240px_1fr] lg:gap-16 print:block print:p-0">
        <header className="grid gap-4 lg:col-start-2">
          <PageHeading className="max-w-prose">{text.title}</PageHeading>
          <p className="max-w-prose text-lg text-ink-soft">{fillIn(text.lead)}</p>
          <p className="text-sm text-ink-soft">
            {m.legal_updated({ date: formatCalendarDate(text.updated) })} · {brand.company.name}
          </p>
          {children}
        </header>

        <details className="rounded-panel border border-line bg-surface px-2 lg:hidden print:hidden">
          <summary className="min-h-11 cursor-pointer px-3 py-2.5 font-semibold">
            {m.legal_contents()}
          </summary>
          <nav aria-label={m.legal_contents()} className="pb-2">
            <Contents headings={headings} />
          </nav>
        </details>
        <nav
          aria-label={m.legal_contents()}
          className="sticky top-24 -ml-3 hidden self-start text-sm lg:col-start-1 lg:row-span-2 lg:row-start-1 lg:block print:hidden"
        >
          <p className="px-3 pb-2 font-semibold">{m.legal_contents()}</p>
          <Contents headings={headings} />
        </nav>

        <article className="grid max-w-prose gap-4 lg:col-start-2 print:max-w-none">
          {text.blocks.map((block, position) => (
            <LegalBlock key={position} block={block} />
          ))}
        </article>
      </div>
    </Page>
  );
}

/** Loads the page of a legal text in the current language. The “about” page also shows figures. */
export async function loadLegalPage(name: LegalTextName) {
  const text = await loadLegalText(name, getLocale());
  return {
    Component: () => (
      <LegalPage text={text}>
        {/* On a phone, the figures of a brand with causes take two lines. */}
        {name === "about" && (
          <Figures
            which={["shops", "causes", "raised"]}
            className={brand.hasCharities ? "max-sm:min-h-31" : undefined}
          />
        )}
      </LegalPage>
    ),
  };
}
