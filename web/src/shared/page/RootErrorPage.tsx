// Error page of last resort, if a page's code failed or never arrived.
import { useEffect } from "react";
import { useRouteError } from "react-router";
import { ApiError } from "@/api/error";
import { brand } from "@/brands/current";
import { m } from "@/i18n";
import { MissingCode } from "@/lib/missingCode";
import { paths } from "@/paths";
import { Button } from "@/ui/form/Button";
import { Page } from "./Page";
import { PageHeading } from "./PageHeading";
import { ReportNumber } from "./ReportNumber";

function textOf(error: unknown): string {
  if (error instanceof MissingCode) return m.common_error_timeout();
  return error instanceof ApiError ? error.errorMessage : m.common_broken_text();
}

export function RootErrorPage() {
  const error = useRouteError();
  useEffect(() => console.error(error), [error]);
  const traceId = error instanceof ApiError ? error.traceId : undefined;

  return (
    <Page title={m.common_broken_title()}>
      <main className="mx-auto grid min-h-dvh max-w-form content-center gap-5 px-5 py-12">
        {/* Plain links: leaving a broken page must reload everything. */}
        <a href={paths.home()} aria-label={brand.name} className="justify-self-start">
          <brand.Logo className="h-9 w-auto" />
        </a>
        <PageHeading className="text-2xl">{m.common_broken_title()}</PageHeading>
        <p>
          {textOf(error)}
          <ReportNumber error={error} />
        </p>
        {traceId && <p className="text-sm text-ink-soft">{m.common_broken_trace({ traceId })}</p>}
        <div className="flex flex-wrap items-center gap-4">
          <Button onClick={() => location.reload()}>{m.common_broken_reload()}</Button>
          <a href={paths.home()}>{m.common_broken_home()}</a>
        </div>
      </main>
    </Page>
  );
}
