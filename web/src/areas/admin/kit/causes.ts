import { redirect, type MiddlewareFunction } from "react-router";
import { queryClientContext } from "@/api/queryClient";
import { settingsQuery } from "@/api/queries/settings";
import { adminPaths } from "@/adminPaths";
import { brand } from "@/brands/current";

/** Where causes are kept. */
const HOME_OF_CAUSES = "funray";

/** Pages about causes. A brand without any leads to the same page of the one that has them. */
export const mustHaveCauses: MiddlewareFunction = async ({ request, context }) => {
  if (brand.hasCharities) return;
  const client = context.get(queryClientContext);
  const settings = await client.query(settingsQuery()).catch(() => undefined);
  const { pathname, search } = new URL(request.url);
  const home = settings?.sites?.[HOME_OF_CAUSES];
  // A server of this brand alone has one address for both.
  const isElsewhere = home && home !== location.origin;
  throw redirect(isElsewhere ? home + pathname + search : adminPaths.home());
};
