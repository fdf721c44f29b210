// Rules for the profile of a shop or charity, both when it applies to join and when an
// administrator edits it. Field names equal the API's, so that the server's errors reach their
// fields.
import * as z from "zod/mini";
import { m } from "@/i18n";
import {
  MAX_NAME_LENGTH,
  MAX_POSTAL_CODE_LENGTH,
  optionalText,
  requiredEmail,
  requiredPhone,
  requiredText,
} from "@/shared/form/rules";

/** Maximum length that the server accepts. */
const MAX_BUSINESS_NUMBER_LENGTH = 50;

export function legalName() {
  return requiredText(m.field_legal_name());
}

export function businessNumber() {
  return requiredText(m.field_business_number(), MAX_BUSINESS_NUMBER_LENGTH);
}

export function address() {
  return z.object({
    addressLine1: requiredText(m.field_address_line1()),
    addressLine2: optionalText(m.field_address_line2()),
    city: requiredText(m.field_city()),
    province: requiredText(m.field_province()),
    postalCode: requiredText(m.field_postal_code(), MAX_POSTAL_CODE_LENGTH),
  });
}

export function primaryContact() {
  return z.object({
    firstName: requiredText(m.field_first_name(), MAX_NAME_LENGTH),
    lastName: requiredText(m.field_last_name(), MAX_NAME_LENGTH),
    email: requiredEmail(m.field_email()),
    workPhoneNumber: requiredPhone(m.field_work_phone()),
    phoneNumber: requiredPhone(m.field_mobile_phone()),
  });
}
