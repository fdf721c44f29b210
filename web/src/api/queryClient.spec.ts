import { onlineManager, QueryObserver, type MutationMeta } from "@tanstack/react-query";
import { afterEach, describe, expect, it, vi } from "vitest";
import { errorFromAnswer, errorFromFailure, type ApiError } from "@/api/error";
import { createQueryClient } from "@/api/queryClient";

const refusal = errorFromAnswer(400, { errorCode: "VALIDATION", errorMessage: "Please correct it." });
const named = () => errorFromAnswer(400, { errorMessage: "Please correct it.", fields: { name: "Taken." } });
const outage = errorFromFailure(new TypeError("Failed to fetch"));

/** Runs a mutation that fails with `error`. */
function changing(error: ApiError, meta: MutationMeta = {}) {
  const showError = vi.fn();
  const call = vi.fn().mockRejectedValue(error);
  const client = createQueryClient(showError);
  const result = client.getMutationCache().build(client, { mutationFn: call, meta }).execute(undefined);
  return { result, call, showError };
}

describe("createQueryClient", () => {
  it("shows the error of a failed change once, and doesn't repeat the change", async () => {
    const { result, call, showError } = changing(outage);
    await expect(result).rejects.toBe(outage);
    expect(call).toHaveBeenCalledTimes(1);
    expect(showError.mock.calls).toEqual([["Unable to connect to server"]]);
  });

  it("leaves an error to the form that has marked all its fields, and shows it otherwise", async () => {
    const [marked, unmarked] = [named(), named()];
    const first = changing(marked);
    await expect(first.result).rejects.toBe(marked);
    marked.isMarked = true;
    const second = changing(unmarked);
    await expect(second.result).rejects.toBe(unmarked);
    await vi.waitFor(() => expect(second.showError.mock.calls).toEqual([["Please correct it."]]));
    expect(first.showError).not.toHaveBeenCalled();
  });

  it("leaves errors to screens that show them themselves, and no others", async () => {
    const meta = { showsItsOwnErrors: (error: ApiError) => error === refusal };
    const [own, other] = [changing(refusal, meta), changing(outage, meta)];
    await expect(own.result).rejects.toBe(refusal);
    await expect(other.result).rejects.toBe(outage);
    expect(own.showError).not.toHaveBeenCalled();
    expect(other.showError).toHaveBeenCalledOnce();
  });

  it("leaves errors of reads to the page, and retries when the server may recover", async () => {
    const showError = vi.fn();
    const client = createQueryClient(showError);
    const ask = (error: ApiError) => {
      const call = vi.fn().mockRejectedValue(error);
      const retry = client.getDefaultOptions().queries?.retry ?? false;
      const options = { queryKey: [error.status], queryFn: call, retry, retryDelay: 0 };
      return { result: client.fetchQuery(options), call };
    };
    const hanging = ask(errorFromFailure(new DOMException("", "TimeoutError")));
    await expect(hanging.result).rejects.toMatchObject({ status: 503 });
    expect(hanging.call).toHaveBeenCalledTimes(1);
    const [refused, unreached] = [ask(refusal), ask(outage)];
    await expect(refused.result).rejects.toBe(refusal);
    await expect(unreached.result).rejects.toBe(outage);
    expect(refused.call).toHaveBeenCalledTimes(1);
    expect(unreached.call).toHaveBeenCalledTimes(3);
    expect(showError).not.toHaveBeenCalled();
  });
});

describe("createQueryClient, after a lost connection", () => {
  it("withdraws the connection error when a change succeeds", async () => {
    const withdraw = vi.fn();
    const client = createQueryClient(() => undefined, withdraw);
    await client
      .getMutationCache()
      .build(client, { mutationFn: async () => "done" })
      .execute(undefined);
    expect(withdraw).toHaveBeenCalledWith("Unable to connect to server");
  });
});

describe("createQueryClient, without a network", () => {
  afterEach(() => onlineManager.setOnline(true));

  it("fails a change at once, and doesn't send it when the network returns", async () => {
    onlineManager.setOnline(false);
    const change = vi.fn().mockRejectedValue(outage);
    const client = createQueryClient(() => undefined);
    client.mount();
    const mutation = client.getMutationCache().build(client, { mutationFn: change });
    await expect(mutation.execute(undefined)).rejects.toBe(outage);
    onlineManager.setOnline(true);
    await client.resumePausedMutations();
    expect(change).toHaveBeenCalledTimes(1);
    client.unmount();
  });

  it("fails a read at once, and repeats it when the network returns", async () => {
    onlineManager.setOnline(false);
    const read = vi.fn().mockRejectedValueOnce(refusal).mockResolvedValue("there");
    const client = createQueryClient(() => undefined);
    client.mount();
    const observer = new QueryObserver(client, { queryKey: ["x"], queryFn: read });
    const stop = observer.subscribe(() => undefined);
    await vi.waitFor(() => expect(observer.getCurrentResult().isError).toBe(true));
    onlineManager.setOnline(true);
    await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe("there"));
    stop();
    client.unmount();
  });
});
