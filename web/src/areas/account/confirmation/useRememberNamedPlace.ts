import { useSearchParams } from "react-router";
import { ownPlace } from "@/session/places";
import { REDIRECT_PARAMETER, rememberRedirect } from "@/session/redirect";

/** Has this browser remember the place that the link in the mail names, for when somebody goes on from here. */
export function useRememberNamedPlace(): () => void {
  const [query] = useSearchParams();
  return () => {
    const place = ownPlace(query.get(REDIRECT_PARAMETER));
    if (place !== undefined) rememberRedirect(place);
  };
}
