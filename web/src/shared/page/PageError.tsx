// What stands in the place of a page that isn't there, couldn't be read, or broke. The layout around it stays.
import { useEffect, useState } from "react";
import { useLocation, useRevalidator, useRouteError } from "react-router";
import { ApiError } from "@/api/error";
import { m } from "@/i18n";
import { MissingCode } from "@/lib/missingCode";
import { isAtCounter, isInAdmin, paths } from "@/paths";
import { nameOfConnection } from "@/session/channel";
import { Button } from "@/ui/Button";
import { EmptyState } from "@/ui/EmptyState";
import { LinkButton } from "@/ui/LinkButton";
import { Page } from "./Page";
import { PageHeading } from "./PageHeading";

export function PageError() {
  const error = useRouteError();
  const [hadNetwork] = useState(() => navigator.onLine);
  if (error instanceof MissingCode) return <Unread {...codeThatMisses(error)} />;
  if (!(error instanceof ApiError))
    return hadNetwork ? <Broken error={error} /> : <Unread text={m.common_error_connection()} />;
  const isMissing = error.errorCode === "NOT_FOUND" || error.status === 400;
  return isMissing ? <Missing text={error.errorMessage} /> : <Unread text={error.errorMessage} />;
}

/** A browser may remember that code did not come, or still wait for it: only another document asks for it again. */
function codeThatMisses({ isLate }: MissingCode) {
  const text = isLate ? m.common_error_timeout() : m.common_error_connection();
  return { text, onRetry: () => location.reload() };
}

function Missing({ text }: { text: string }) {
  return (
    <Page title={m.common_missing_title()}>
      <PageHeading className="sr-only">{m.common_missing_title()}</PageHeading>
      <EmptyState scene="went-wrong" title={m.common_missing_title()} action={<WayOn />} className="py-16">
        {text}
      </EmptyState>
    </Page>
  );
}

/** What couldn't be read, data or code; as soon as there is a network again it is tried by itself. */
function Unread({ text, onRetry }: { text: string; onRetry?: () => void }) {
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
      </EmptyState>
    </Page>
  );
}

/** The first page of the part of the app that one is in. */
function WayOn() {
  const { pathname } = useLocation();
  if (isInAdmin(pathname)) return <LinkButton to={paths.admin()}>{m.common_missing_overview()}</LinkButton>;
  if (isAtCounter(pathname))
    return <LinkButton to={paths.counter()}>{m.common_missing_overview()}</LinkButton>;
  return <LinkButton to={paths.home()}>{m.common_broken_home()}</LinkButton>;
}
