// Frames: what several screens have around them. An area declares its own in `frames.ts`.
import type { ComponentType } from "react";
import type { MiddlewareFunction, RouteObject } from "react-router";
import { componentOf } from "@/lib/missingCode";
import { loading, type Readings } from "./loading";
import type { PrivacyHandle } from "./useSessionEnd";

/** Data that a frame hands to the layouts around it. */
export interface ShellHandle extends PrivacyHandle {
  /** Whether the shop's footer is hidden, so that no link leads away from a form. */
  hidesFooter?: boolean;
}

export interface Frame {
  /** The frame around this one. */
  parent?: Frame;
  /** Whether the frame takes the place of the shop's header and footer. */
  isAlone?: boolean;
  route: RouteObject;
}

interface FrameOptions<Name extends string> extends Readings, Pick<Frame, "parent" | "isAlone"> {
  guard?: MiddlewareFunction;
  handle?: ShellHandle;
  /** Loads the layout's code. */
  load?: () => Promise<Record<NoInfer<Name>, ComponentType>>;
  /** Name of the layout in that file. */
  Layout?: Name;
  /** A layout that is small enough to come with the area's routes. */
  Component?: ComponentType;
}

/** Declares the guard and the layout of several screens. */
export function frame<Name extends string>(options: FrameOptions<Name>): Frame {
  const { parent, isAlone = false, guard, handle, load, Layout, Component, needs, starts } = options;
  return {
    ...(parent && { parent }),
    isAlone,
    route: {
      ...(guard && { middleware: [guard] }),
      ...(handle && { handle }),
      ...loading({ ...(needs && { needs }), ...(starts && { starts }) }),
      ...(Component && { Component }),
      ...(load && Layout && { lazy: componentOf(load, Layout) }),
    },
  };
}

/** Frame of screens without the shop's header and footer. */
export const alone = frame({ isAlone: true });
