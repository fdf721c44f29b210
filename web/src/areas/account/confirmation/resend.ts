import { call } from "@/api/client";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { returnUrls } from "@/api/returnUrls";
import { toast } from "@/ui/toast";
import type { Resending } from "./schema";

/** Has the confirmation mailed once more. */
export async function resendConfirmation(resending: Resending): Promise<void> {
  const urls = returnUrls(paths.registerConfirmation(), paths.registerConfirmationFailed());
  await call("get", "/api/v1/Accounts/resend-email-confirmation", { query: { ...resending, ...urls } });
  toast.success(m.account_resend_done());
}
