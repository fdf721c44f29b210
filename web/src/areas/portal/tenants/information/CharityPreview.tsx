import type { UseFormReturn } from "react-hook-form";
import type { Charity } from "@/areas/portal/tenants/charities/charities";
import { PagePreview } from "./PagePreview";
import type { CharityInformation } from "./schema";

interface CharityPreviewProps {
  charity: Charity;
  form: UseFormReturn<CharityInformation>;
}

/**
 * Preview of a charity's page with the form's current values, read once because the open dialog
 * covers the form.
 */
export function CharityPreview({ charity, form }: CharityPreviewProps) {
  const values = form.getValues();
  return <PagePreview kind="charity" name={charity.displayName} {...values} />;
}
