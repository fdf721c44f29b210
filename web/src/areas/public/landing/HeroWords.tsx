import { useEffect, useState, type ComponentType, type ReactNode } from "react";
import { useProfile } from "@/session/current";

interface HeroWordsProps {
  /** The words for a visitor who has no cards here. */
  children: ReactNode;
}

/** What the brand does; for a person with cards, how these are doing. Without its code the usual words stay. */
export function HeroWords({ children }: HeroWordsProps) {
  const profile = useProfile();
  const hasCards = profile !== undefined && !profile.till;
  const [OwnCards, setOwnCards] = useState<ComponentType<HeroWordsProps>>();
  useEffect(() => {
    if (!hasCards) return;
    import("./OwnCards").then(
      (code) => setOwnCards(() => code.OwnCards),
      () => undefined,
    );
  }, [hasCards]);
  return hasCards && OwnCards ? <OwnCards>{children}</OwnCards> : children;
}
