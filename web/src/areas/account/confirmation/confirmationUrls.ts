// Return URLs of the confirmation email. Its link may open in another tab or browser, which lacks the remembered redirect.
import { returnUrls } from "@/api/returnUrls";
import { paths } from "@/paths";
import { REDIRECT_PARAMETER, rememberedRedirect } from "@/session/redirect";

/**
 * Returns the URLs of the confirmation pages. Only the cart is named as the page to return to: the address of a gift is a
 * secret.
 */
export function confirmationUrls() {
  const isFromCart = rememberedRedirect() === paths.cart();
  const query = isFromCart ? `?${new URLSearchParams({ [REDIRECT_PARAMETER]: paths.cart() })}` : "";
  return returnUrls(paths.registerConfirmation() + query, paths.registerConfirmationFailed() + query);
}
