import { call } from "@/api/client";
import { m } from "@/i18n";
import { toast } from "@/ui/toast";
import { confirmationUrls } from "./confirmationUrls";
import type { Resending } from "./schema";

/** Has the confirmation mailed once more. */
export async function resendConfirmation(resending: Resending): Promise<void> {
  const query = { ...resending, ...confirmationUrls() };
  await call("get", "/api/v1/Accounts/resend-email-confirmation", { query });
  toast.success(m.account_resend_done());
}
