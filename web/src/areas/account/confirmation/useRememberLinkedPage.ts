import { useSearchParams } from "react-router";
import { ownPath } from "@/session/postSignInRoute";
import { REDIRECT_PARAMETER, rememberRedirect } from "@/session/redirect";

/** Returns a function that stores the page named by the emailed link as the redirect after signing in. */
export function useRememberLinkedPage(): () => void {
  const [query] = useSearchParams();
  return () => {
    const place = ownPath(query.get(REDIRECT_PARAMETER));
    if (place !== undefined) rememberRedirect(place);
  };
}
