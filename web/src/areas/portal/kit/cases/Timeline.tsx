import { useInfiniteQuery } from "@tanstack/react-query";
import { Fragment, Suspense, type ReactNode } from "react";
import { Link } from "react-router";
import { useOriginHere } from "@/areas/portal/kit/origin";
import { EntryText } from "@/features/log/EntryText";
import { m } from "@/i18n";
import { formatMoment } from "@/lib/dates";
import { RetryScene } from "@/shared/page/RetryScene";
import { browserName } from "@/features/people/browserName";
import { Button } from "@/ui/form/Button";
import { Icon } from "@/ui/Icon";
import type { IconName } from "@/ui/iconNames";
import { lazyPiece } from "@/ui/layout/lazyPiece";
import { SkeletonText } from "@/ui/layout/Skeleton";
import {
  cardOf,
  giftSentence,
  mailSentence,
  movedFacts,
  movementFacts,
  movementSentence,
  withoutRepetitions,
  type ShownEvent,
} from "./eventTexts";
import { NoteText } from "./NoteText";
import { timelineQuery, type Case, type CaseEvent } from "./queries";

const NoteForm = lazyPiece(
  async () => (await import("./NoteForm")).NoteForm,
  ({ onDone }) => onDone(),
);

const MailAction = lazyPiece(
  async () => (await import("./MailAction")).MailAction,
  () => undefined,
);

interface TimelineProps {
  about: Case;
  isWriting: boolean;
  /** Called when the user begins or ends writing a note. */
  onWriting: (isWriting: boolean) => void;
  /** Returns the page of a card in the timeline, if known. */
  cardLink?: ((cardId: string) => string | undefined) | undefined;
}

/** Timeline of a card, order, person, vendor or charity, with colleagues' notes. */
export function Timeline({ about, isWriting, onWriting, cardLink }: TimelineProps) {
  return (
    <section className="mt-10 max-w-270 min-w-0 border-t border-line pt-6">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="text-xl">{m.cases_title()}</h2>
        {!isWriting && (
          <Button size="small" onClick={() => onWriting(true)}>
            <Icon name="notebook-text" size={18} />
            {m.cases_add_note()}
          </Button>
        )}
      </div>
      <Suspense>{isWriting && <NoteForm about={about} onDone={() => onWriting(false)} />}</Suspense>
      <Events about={about} cardLink={cardLink} />
    </section>
  );
}

function Events({ about, cardLink }: Pick<TimelineProps, "about" | "cardLink">) {
  const query = useInfiniteQuery(timelineQuery(about));
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = query;
  if (data === undefined && error) return <RetryScene error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonText lines={4} />;
  const events = data.pages.flatMap(({ items }) => items);
  if (events.length === 0) return <p className="text-ink-soft">{m.cases_none()}</p>;
  return (
    <>
      <ol aria-label={m.cases_title()} className="grid gap-1">
        {withoutRepetitions(events).map((shown) => (
          <Event key={shown.event.id} shown={shown} about={about} cardLink={cardLink} />
        ))}
      </ol>
      {hasNextPage && (
        <Button
          size="small"
          className="mt-4"
          isBusy={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {m.cases_earlier()}
        </Button>
      )}
    </>
  );
}

interface EventProps extends Pick<TimelineProps, "about" | "cardLink"> {
  shown: ShownEvent;
}

function Event({ shown, about, cardLink }: EventProps) {
  const { event } = shown;
  return (
    <li className="flex gap-3 py-2 wrap-anywhere">
      <Icon name={iconOf(event)} size={20} className="mt-0.5 shrink-0 text-ink-soft" />
      <div className="min-w-0 grow">
        {textOf(shown, about, cardLink)}
        <p className="text-sm text-ink-soft">
          <time dateTime={event.at}>{formatMoment(event.at)}</time>
          {fromWhere(event).map((text) => ` · ${text}`)}
        </p>
      </div>
    </li>
  );
}

function textOf(
  { event, movedByIt, letters }: ShownEvent,
  about: Case,
  cardLink: TimelineProps["cardLink"],
): ReactNode {
  const { audited, moved, gift, mailed, noted } = event;
  const cardIn = (happened: Pick<CaseEvent, "moved" | "gift">): ReactNode => {
    const number = about.kind === "card" ? undefined : cardOf(happened);
    const place = cardLink?.((happened.moved ?? happened.gift)?.cardId ?? "");
    return number && place ? <CardLink place={place}>{number}</CardLink> : number;
  };
  const card = cardIn(event);
  if (audited) {
    return (
      <>
        <EntryText entry={audited} />
        {movedByIt.map((each) => (
          <p key={each.cardId} className="text-sm text-ink-soft">
            <Facts facts={[cardIn({ moved: each, gift: null }), ...movedFacts(each)]} />
          </p>
        ))}
      </>
    );
  }
  if (moved) return <EventText sentence={movementSentence(moved)} facts={[card, ...movementFacts(moved)]} />;
  if (gift) return <EventText sentence={giftSentence(gift)} facts={[card]} />;
  if (mailed) {
    const isAlarming = mailed.state === "FAILED" || mailed.state === "BOUNCED";
    return (
      <>
        <EventText sentence={mailSentence(mailed, letters)} isAlarming={isAlarming} />
        {mailed.isOpen && (
          <Suspense>
            <MailAction mail={mailed} />
          </Suspense>
        )}
      </>
    );
  }
  return noted && <NoteText note={noted} isElsewhere={noted.about !== about.kind} />;
}

interface EventTextProps {
  sentence: string;
  facts?: readonly ReactNode[];
  isAlarming?: boolean;
}

function CardLink({ place, children }: { place: string; children: string }) {
  const originHere = useOriginHere();
  return (
    <Link to={place} state={originHere()}>
      {children}
    </Link>
  );
}

/** Facts in one line, separated by dots. */
function Facts({ facts }: { facts: readonly ReactNode[] }) {
  return facts
    .filter((fact) => fact !== undefined)
    .map((fact, place) => (
      <Fragment key={place}>
        {place > 0 && " · "}
        {fact}
      </Fragment>
    ));
}

function EventText({ sentence, facts, isAlarming = false }: EventTextProps) {
  const hasFacts = facts?.some((fact) => fact !== undefined);
  return (
    <>
      <p className={isAlarming ? "font-semibold text-danger" : "font-semibold"}>{sentence}</p>
      {facts && hasFacts && (
        <p className="text-sm text-ink-soft">
          <Facts facts={facts} />
        </p>
      )}
    </>
  );
}

function fromWhere({ audited, noted }: CaseEvent): string[] {
  if (noted) return [noted.authorName ?? m.log_closed_account()];
  const browser = audited?.userAgent ? browserName(audited.userAgent) : undefined;
  return [audited?.address, browser].filter((text) => typeof text === "string");
}

function iconOf({ moved, gift, mailed, noted }: CaseEvent): IconName {
  if (moved) return "banknote";
  if (gift) return "gift";
  if (mailed) return "mail";
  return noted ? "notebook-text" : "shield-check";
}
