import * as z from "zod/mini";
import { m } from "@/i18n";
import {
  captchaToken,
  MAX_NAME_LENGTH,
  optionalPhone,
  optionalText,
  requiredEmail,
  requiredText,
} from "@/shared/form/rules";

/** Limit of the server. */
const MAX_MESSAGE_LENGTH = 5000;

export function contactSchema() {
  return z.object({
    firstName: requiredText(m.field_first_name(), MAX_NAME_LENGTH),
    lastName: requiredText(m.field_last_name(), MAX_NAME_LENGTH),
    organization: optionalText(m.contact_organization()),
    email: requiredEmail(m.field_email()),
    phone: optionalPhone(),
    message: requiredText(m.contact_message(), MAX_MESSAGE_LENGTH),
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
