import { m } from "@/i18n";
import { Page } from "@/shared/page/Page";
import { PageHeading } from "@/shared/page/PageHeading";

/** First page of the account on a phone. Its layout shows the list of the other pages. */
export function AccountHomePage() {
  return (
    <Page title={m.profile_title()}>
      <PageHeading className="sr-only">{m.profile_title()}</PageHeading>
    </Page>
  );
}
