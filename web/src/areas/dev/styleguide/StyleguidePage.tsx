import { brand } from "@/brands/current";
import { Page } from "@/shared/page/Page";
import { PageHeading } from "@/shared/page/PageHeading";
import { SkipLink } from "@/ui/layout/SkipLink";
import { Toaster } from "@/ui/overlay/Toaster";
import { CardChapter } from "./CardChapter";
import { ControlChapter } from "./ControlChapter";
import { FoundationChapter } from "./FoundationChapter";
import { FormChapter } from "./FormChapter";
import { NavigationChapter } from "./NavigationChapter";
import { OverlayChapter } from "./OverlayChapter";
import { RichChapter } from "./RichChapter";
import { SchemeSwitch } from "./SchemeSwitch";
import { StateChapter } from "./StateChapter";
import { TableChapter } from "./TableChapter";

/** All components of the kit in all states, for developers and for the accessibility check. */
export function StyleguidePage() {
  return (
    <Page title="Style guide">
      <SkipLink>Skip to content</SkipLink>
      <main id="main" className="page flex flex-col gap-14 py-12">
        <header className="flex flex-wrap items-center gap-x-8 gap-y-4">
          <brand.Logo className="h-12 w-auto" />
          <PageHeading className="grow text-3xl">Style guide</PageHeading>
          <SchemeSwitch />
        </header>
        <FoundationChapter />
        <CardChapter />
        <ControlChapter />
        <FormChapter />
        <NavigationChapter />
        <OverlayChapter />
        <StateChapter />
        <TableChapter />
        <RichChapter />
      </main>
      <Toaster />
    </Page>
  );
}
