@echo off
rem Starts the sluice command of the directory that this file is in the bin of; needs Java 17 or newer. The script beside
rem it does the same elsewhere, and more to start soon.
setlocal
for %%I in ("%~dp0..") do set "home=%%~fI"
set "java=java"
if defined JAVA_HOME set "java=%JAVA_HOME%\bin\java"
set "path_of_classes=%home%\lib\*;%home%\sql\lib\*"
if exist "%home%\bench" set "path_of_classes=%path_of_classes%;%home%\bench\classes;%home%\bench\lib\*;%home%\broker\lib\*"
"%java%" -XX:+UseSerialGC -XX:-UsePerfData "-Dsluice.home=%home%" -Dsluice.command=sluice ^
  -XX:+IgnoreUnrecognizedVMOptions --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow ^
  -cp "%path_of_classes%" dev.sluice.cli.Main %*
