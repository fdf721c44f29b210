import { call } from "@/api/client";
import type { Addressed } from "@/features/captcha/addressedSchema";
import { m } from "@/i18n";
import { toast } from "@/ui/overlay/toast";
import { confirmationUrls } from "./confirmationUrls";

/** Requests another confirmation email. */
export async function resendConfirmation(addressed: Addressed): Promise<void> {
  const query = { ...addressed, ...confirmationUrls() };
  await call("get", "/api/v1/Accounts/resend-email-confirmation", { query });
  toast.success(m.account_resend_done());
}
