import * as z from "zod/mini";
import { formValues } from "@/areas/portal/kit/formValues";
import { m } from "@/i18n";
import { businessToday } from "@/lib/dates";
import { typedDollars } from "@/lib/typedDollars";
import { optionalPicture, optionalWebAddress, requiredDate, UNREADABLE_DATE } from "@/shared/form/richRules";
import { optionalText, requiredText } from "@/shared/form/rules";
import type { Campaign } from "./campaigns";

const MAX_NAME_LENGTH = 255;
const MAX_DESCRIPTION_LENGTH = 5000;
const MAX_THANKS_LENGTH = 500;

interface Days {
  startDate: string;
  endDate: string;
}

function isRead(date: string): boolean {
  return date !== "" && date !== UNREADABLE_DATE;
}

/**
 * Whether the end is after the start. Dates in this format compare as strings; a missing one has
 * its own message.
 */
function isInOrder({ startDate, endDate }: Days): boolean {
  return !isRead(startDate) || !isRead(endDate) || endDate > startDate;
}

const MAX_GOAL = 10_000_000;

function isOfGoalSize(text: string): boolean {
  const dollars = typedDollars(text);
  return dollars === undefined || (dollars >= 1 && dollars <= MAX_GOAL);
}

/**
 * `endBefore` is the stored end. It may be in the past if unchanged, so that old campaigns stay
 * editable.
 */
export function campaignSchema(endBefore?: string, today = businessToday()) {
  const isAhead = (days: Days) =>
    !isInOrder(days) || !isRead(days.endDate) || days.endDate === endBefore || days.endDate > today;
  return z
    .object({
      name: requiredText(m.campaigns_name(), MAX_NAME_LENGTH),
      description: optionalText(m.field_description(), MAX_DESCRIPTION_LENGTH),
      startDate: requiredDate(m.field_start_date()),
      endDate: requiredDate(m.field_end_date()),
      campaignUrl: optionalWebAddress(),
      logoPath: optionalPicture(),
      thanks: optionalText(m.campaigns_thanks(), MAX_THANKS_LENGTH),
      goal: z.string().check(
        z.trim(),
        z.refine((text) => text === "" || typedDollars(text) !== undefined, {
          error: () => m.form_amount(),
        }),
        z.refine(isOfGoalSize, { error: () => m.campaigns_goal_wrong() }),
      ),
    })
    .check(
      z.refine(isInOrder, { error: m.campaigns_end_not_after_start(), path: ["endDate"], when: () => true }),
      z.refine(isAhead, { error: m.campaigns_end_not_after_today(), path: ["endDate"], when: () => true }),
    );
}

export type CampaignValues = z.infer<ReturnType<typeof campaignSchema>>;

export function campaignValuesOf(campaign?: Campaign): CampaignValues {
  return formValues(campaignSchema(), campaign);
}

/** Returns the request body; a goal of 0 means none. */
export function campaignFormOf({ goal, ...values }: CampaignValues) {
  return { ...values, goal: typedDollars(goal) ?? 0 };
}
