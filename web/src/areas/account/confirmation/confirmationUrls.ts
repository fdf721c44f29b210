// Where the link in the mail that asks to confirm leads: it may be opened in another tab or browser, which remembers nothing.
import { returnUrls } from "@/api/returnUrls";
import { paths } from "@/paths";
import { REDIRECT_PARAMETER, rememberedRedirect } from "@/session/redirect";

/** The cart is named in the link. Other places are not: the address of a gift is a secret. */
export function confirmationUrls() {
  const isFromCart = rememberedRedirect() === paths.cart();
  const query = isFromCart ? `?${new URLSearchParams({ [REDIRECT_PARAMETER]: paths.cart() })}` : "";
  return returnUrls(paths.registerConfirmation() + query, paths.registerConfirmationFailed() + query);
}
