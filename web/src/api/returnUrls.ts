// Where the links in mails lead back to: pages of this very site, as the calls that send such mails want to know it.
import { brand } from "@/brands/current";

/** The page for when the link did its work, and the one for when it couldn't. Both are paths of ours. */
export function returnUrls(success: string, failed: string) {
  return {
    successReturnUrl: location.origin + success,
    failedReturnUrl: location.origin + failed,
    appName: brand.slug,
  };
}
