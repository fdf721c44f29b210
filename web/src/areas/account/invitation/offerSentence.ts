import { brand } from "@/brands/current";
import { m } from "@/i18n";
import { roleName } from "@/features/people/roleName";
import type { Offer } from "./queries";

/** Returns a sentence that names the inviter, the role and the organization. */
export function offerSentence({ inviter, organization, role }: Offer): string {
  const offered = { role: roleName(role), place: organization ?? brand.name };
  return inviter ? m.invitation_from({ ...offered, inviter }) : m.invitation_offered(offered);
}
