// Addresses to which links in emails lead, as absolute URLs for the calls that send them.
import { brand } from "@/brands/current";

/** Return addresses of a mailed link for success and failure. Both are paths of this site. */
export function returnUrls(success: string, failed: string) {
  return {
    successReturnUrl: location.origin + success,
    failedReturnUrl: location.origin + failed,
    appName: brand.slug,
  };
}
