// Error shown in place of a page that doesn't exist, could not be loaded, or failed. The layout
// around it stays.
import { useEffect, useState } from "react";
import { useLocation, useRevalidator, useRouteError } from "react-router";
import { ApiError } from "@/api/error";
import { m } from "@/i18n";
import { MissingCode } from "@/lib/missingCode";
import { areaOf, paths } from "@/paths";
import { nameOfConnection } from "@/session/channel";
import { Button } from "@/ui/form/Button";
import { EmptyState } from "@/ui/layout/EmptyState";
import { LinkButton } from "@/ui/form/LinkButton";
import { Page } from "./Page";
import { PageHeading } from "./PageHeading";
import { ReportNumber } from "./ReportNumber";

export function PageError() {
  const error = useRouteError();
  const [hadNetwork] = useState(() => navigator.onLine);
  if (error instanceof MissingCode) return <Unread error={error} {...codeThatMisses(error)} />;
  if (!(error instanceof ApiError))
    return hadNetwork ? <Broken error={error} /> : <Unread text={m.common_error_connection()} />;
  const isMissing = error.errorCode === "NOT_FOUND" || error.status === 400;
  return isMissing ? <Missing text={error.errorMessage} /> : <Unread text={error.errorMessage} />;
}

/** Reloads the document, because browsers may remember a failed import or still wait for it. */
function codeThatMisses({ isLate }: MissingCode) {
  const text = isLate ? m.common_error_timeout() : m.common_error_connection();
  return { text, onRetry: () => location.reload() };
}

function Missing({ text }: { text: string }) {
  return (
    <Page title={m.common_missing_title()}>
      <PageHeading className="sr-only">{m.common_missing_title()}</PageHeading>
      <EmptyState scene="went-wrong" title={m.common_missing_title()} action={<HomeLink />} className="py-16">
        {text}
      </EmptyState>
    </Page>
  );
}

interface UnreadProps {
  text: string;
  /** Error that was reported. */
  error?: unknown;
  onRetry?: () => void;
}

/** Message for data or code that could not be loaded; tries again when the network returns. */
function Unread({ text, error, onRetry }: UnreadProps) {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const again = () => void revalidate();
    addEventListener("online", again);
    return () => removeEventListener("online", again);
  }, [revalidate]);
  return (
    <Page title={m.catalogue_failed()}>
      <PageHeading className="sr-only">{m.catalogue_failed()}</PageHeading>
      <EmptyState
        scene="went-wrong"
        title={m.catalogue_failed()}
        action={<Button onClick={onRetry ?? (() => void revalidate())}>{m.catalogue_retry()}</Button>}
        className="py-16"
      >
        {text}
        <ReportNumber error={error} />
      </EmptyState>
    </Page>
  );
}

function Broken({ error }: { error: unknown }) {
  useEffect(() => console.error(error, { connectionId: nameOfConnection() }), [error]);
  return (
    <Page title={m.common_broken_title()}>
      <PageHeading className="sr-only">{m.common_broken_title()}</PageHeading>
      <EmptyState
        scene="went-wrong"
        title={m.common_broken_title()}
        action={<Button onClick={() => location.reload()}>{m.common_broken_reload()}</Button>}
        className="py-16"
      >
        {m.common_broken_text()}
        <ReportNumber error={error} />
      </EmptyState>
    </Page>
  );
}

/** Link to the first page of the current area. */
function HomeLink() {
  const { pathname } = useLocation();
  const area = areaOf(pathname);
  if (area === "portal") return <LinkButton to={paths.admin()}>{m.common_missing_overview()}</LinkButton>;
  if (area === "counter") return <LinkButton to={paths.counter()}>{m.common_missing_overview()}</LinkButton>;
  return <LinkButton to={paths.home()}>{m.common_broken_home()}</LinkButton>;
}
