import type { UseFormReturn } from "react-hook-form";
import type { Charity } from "@/areas/admin/tenants/charities/charities";
import { PagePreview } from "./PagePreview";
import type { CharityInformation } from "./schema";

interface CharityPreviewProps {
  charity: Charity;
  form: UseFormReturn<CharityInformation>;
}

/** A charity's page with what stands in the form at that moment: nobody writes in it while a dialog is open. */
export function CharityPreview({ charity, form }: CharityPreviewProps) {
  const values = form.getValues();
  return <PagePreview kind="charity" name={charity.displayName} {...values} />;
}
