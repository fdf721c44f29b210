// Where the links in mails lead: pages of this site, under the address at which the visitor uses it.
import { brand } from "@/brands/current";

interface ReturnUrls {
  appName: string;
  successReturnUrl: string;
  failedReturnUrl: string;
}

export function returnUrls(successPath: string, failedPath: string): ReturnUrls {
  return {
    appName: brand.slug,
    successReturnUrl: location.origin + successPath,
    failedReturnUrl: location.origin + failedPath,
  };
}
