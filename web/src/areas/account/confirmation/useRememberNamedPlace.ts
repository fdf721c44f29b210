import { useSearchParams } from "react-router";
import { ownPlace } from "@/session/postSignInRoute";
import { REDIRECT_PARAMETER, rememberRedirect } from "@/session/redirect";

/** Returns a function that stores the page named by the emailed link as the redirect after signing in. */
export function useRememberNamedPlace(): () => void {
  const [query] = useSearchParams();
  return () => {
    const place = ownPlace(query.get(REDIRECT_PARAMETER));
    if (place !== undefined) rememberRedirect(place);
  };
}
