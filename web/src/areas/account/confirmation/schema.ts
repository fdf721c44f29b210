import * as z from "zod/mini";
import { m } from "@/i18n";
import { requiredPassword } from "@/shared/form/rules";

export function confirmSchema() {
  return z.object({ password: requiredPassword(m.account_password()) });
}
