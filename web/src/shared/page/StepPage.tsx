import type { ReactNode } from "react";
import type { SceneName } from "@/brands/brand";
import { Page } from "./Page";
import { PageHeading } from "./PageHeading";
import { Scene } from "@/ui/layout/Scene";

interface StepPageProps {
  title: string;
  scene: SceneName;
  children: ReactNode;
  /** Buttons for the next step: a primary one, and perhaps another. */
  actions?: ReactNode;
}

/** Page between two steps: a picture, two sentences about what happened, and the next step. */
export function StepPage({ title, scene, children, actions }: StepPageProps) {
  return (
    <Page title={title}>
      <div className="page grid items-center gap-8 pt-[clamp(40px,6vw,96px)] pb-22 md:grid-cols-[minmax(0,1fr)_minmax(0,1.3fr)] md:gap-[clamp(40px,6vw,88px)]">
        <Scene name={scene} className="mx-auto w-[min(320px,84%)] md:w-full" />
        <div>
          <PageHeading>{title}</PageHeading>
          <div className="mt-4 grid max-w-[48ch] gap-3 text-lg text-ink-soft">{children}</div>
          {actions && <div className="mt-8 flex flex-wrap items-center gap-3">{actions}</div>}
        </div>
      </div>
    </Page>
  );
}
