import { useEffect, useState, type ComponentType, type ReactNode } from "react";
import { useProfile } from "@/session/current";

interface HeroTextProps {
  /** Text for visitors without cards. */
  children: ReactNode;
}

/** Text of the hero or, for users with cards, the state of these. The text also stays if their code fails to load. */
export function HeroText({ children }: HeroTextProps) {
  const profile = useProfile();
  const hasCards = profile !== undefined && !profile.till;
  const [OwnCards, setOwnCards] = useState<ComponentType<HeroTextProps>>();
  useEffect(() => {
    if (!hasCards) return;
    import("./OwnCards").then(
      (code) => setOwnCards(() => code.OwnCards),
      () => undefined,
    );
  }, [hasCards]);
  return hasCards && OwnCards ? <OwnCards>{children}</OwnCards> : children;
}
