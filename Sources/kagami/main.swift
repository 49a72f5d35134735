print("kagami")
