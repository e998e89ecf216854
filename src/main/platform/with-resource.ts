/** Uses something that must be closed, and closes it whatever happens: `await using` for a Node that lacks it. */
export async function withResource<Resource extends AsyncDisposable, Result>(
  opening: Promise<Resource>,
  work: (resource: Resource) => Promise<Result>,
): Promise<Result> {
  const resource = await opening;
  try {
    return await work(resource);
  } finally {
    await resource[Symbol.asyncDispose]();
  }
}
