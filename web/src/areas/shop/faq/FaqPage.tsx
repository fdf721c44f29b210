import { m } from "@/i18n";
import { paths } from "@/paths";
import { Page } from "@/shared/page/Page";
import { PageHeading } from "@/shared/page/PageHeading";
import { LinkButton } from "@/ui/form/LinkButton";
import { Questions, ShopQuestions } from "./Questions";

/** Frequently asked questions, with a link to the contact form. */
export function FaqPage() {
  return (
    <Page title={m.purchase_faq_title()} description={m.faq_description()}>
      <div className="page py-10">
        <div className="max-w-prose">
          <PageHeading className="mb-6">{m.purchase_faq_title()}</PageHeading>
          <Questions />
          <h2 className="mt-10 mb-4 text-xl">{m.faq_shops()}</h2>
          <ShopQuestions />
          <LinkButton to={paths.registerVendor()} className="mt-4">
            {m.shell_register_vendor()}
          </LinkButton>
          <p className="mt-8">{m.faq_otherwise()}</p>
          <LinkButton to={paths.contact()} className="mt-4">
            {m.shell_contact()}
          </LinkButton>
        </div>
      </div>
    </Page>
  );
}
