import * as z from "zod/mini";
import { m } from "@/i18n";
import {
  captchaToken,
  LONGEST_NAME,
  optionalPhone,
  optionalText,
  requiredEmail,
  requiredText,
} from "@/shared/form/rules";

/** Limit of the server. */
const LONGEST_MESSAGE = 5000;

export function contactSchema() {
  return z.object({
    firstName: requiredText(m.field_first_name(), LONGEST_NAME),
    lastName: requiredText(m.field_last_name(), LONGEST_NAME),
    organization: optionalText(m.contact_organization()),
    email: requiredEmail(m.field_email()),
    phone: optionalPhone(),
    message: requiredText(m.contact_message(), LONGEST_MESSAGE),
    reCaptchaToken: captchaToken(),
  });
}

export const noMessage: z.infer<ReturnType<typeof contactSchema>> = {
  firstName: "",
  lastName: "",
  organization: "",
  email: "",
  phone: "",
  message: "",
  reCaptchaToken: "",
};
