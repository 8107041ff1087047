package weir.runner;

/**
 * One place where a table, or a query, is not what the contract says.
 *
 * @param path columns and fields with dots between; `element`, `key` and `value` name the insides of lists and maps
 * @param contract what the contract says stands there, such as `required long`; `absent` when nothing does
 * @param found what stands there
 */
record SchemaDifference(String path, String contract, String found) {
  @Override
  public String toString() {
    return path + ": the contract says " + contract + ", there is " + found;
  }
}
