// Values that the gifts of a list share.
import * as z from "zod/mini";
import { m } from "@/i18n";
import { sendTimeShape } from "@/features/card/sendTimeShape";
import { MAX_NAME_LENGTH, optionalText, requiredText } from "@/shared/form/rules";

/** Maximum length of a gift's message. */
const MAX_MESSAGE_LENGTH = 500;

export interface SharedValues {
  /** In dollars; 0 if each row has its own. */
  amount: number;
  from: string;
  giftMessage: string;
  sendOn?: string | null | undefined;
  sendHour?: number | null | undefined;
  sendZone?: string | null | undefined;
}

export function sharedSchema(): z.ZodMiniType<SharedValues, SharedValues> {
  return z.object({
    amount: z.number(),
    from: requiredText(m.purchase_from(), MAX_NAME_LENGTH),
    giftMessage: optionalText(m.purchase_gift_message(), MAX_MESSAGE_LENGTH),
    ...sendTimeShape(),
  });
}
